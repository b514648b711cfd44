import { hrefFor } from '../../../../ui/browser/route.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { DataTable } from '../../../../ui/components/data_table.tsx';
import { PageHeading } from '../../../../ui/components/page_heading.tsx';
import { RelativeTime } from '../../../../ui/components/time.tsx';
import type { FileView } from '../../protocol.ts';
import { formatSize } from '../components/file_text.ts';
import { Loaded } from '../components/loaded.tsx';
import { account, now } from '../data/overview.ts';
import { useData } from '../data/use_data.ts';

const typeLabels: Record<FileView['preview'], string> = { pdf: 'PDF', image: 'Image', none: 'Other' };

export function FilesView() {
  const files = useData<FileView[]>(`files?${new URLSearchParams({ account: account.value })}`, [
    'file',
    'order',
    'saved_order',
  ]);
  return (
    <>
      <PageHeading title="Files" lead="Files that were uploaded to be printed." />
      <Loaded from={files}>
        {(items) => (
          <DataTable
            caption="Files"
            rows={items}
            keyOf={({ id }) => id}
            marksNew
            empty={<p>No files yet. Upload one with the “Upload File” action in a Zap.</p>}
            columns={[
              {
                head: 'Name',
                kind: 'name',
                cell: ({ id, filename }) => <a href={hrefFor(['files', id])}>{filename}</a>,
              },
              { head: 'File ID', cell: ({ id }) => <code>{id}</code> },
              { head: 'Type', cell: ({ preview }) => <Badge>{typeLabels[preview]}</Badge> },
              { head: 'Size', kind: 'number', cell: ({ size }) => formatSize(size) },
              { head: 'Orders', kind: 'number', cell: ({ orders }) => orders },
              { head: 'Uploaded', cell: ({ created }) => <RelativeTime time={created} now={now.value} /> },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}
