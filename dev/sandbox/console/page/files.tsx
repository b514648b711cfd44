/** Uploaded files, and a preview at one. */

import { hrefFor } from '../../../ui/browser/route.ts';
import { Badge } from '../../../ui/components/badge.tsx';
import { DataTable } from '../../../ui/components/data_table.tsx';
import { PageHeading } from '../../../ui/components/page_heading.tsx';
import { formatTime, RelativeTime } from '../../../ui/components/time.tsx';
import type { FileView } from '../protocol.ts';
import { PdfPages } from './pdf_pages.tsx';
import { Shown } from './shown.tsx';
import { account, now, useReading } from './world.ts';

const looks: Record<FileView['preview'], string> = { pdf: 'PDF', image: 'image', none: 'other' };

function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${value.toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`;
}

const contentAddress = (id: string): string => `/console/files/${encodeURIComponent(id)}/content`;

export function FilesSection() {
  const files = useReading<FileView[]>(`files?${new URLSearchParams({ account: account.value })}`, [
    'file',
    'order',
    'saved_order',
  ]);
  return (
    <>
      <PageHeading title="Files" lead="What was uploaded to be printed in letters." />
      <Shown reading={files}>
        {(items) => (
          <DataTable
            caption="Files"
            rows={items}
            keyOf={({ id }) => id}
            marksNew
            empty={<p>No file was uploaded yet. Upload one with a Zap: “Upload File”.</p>}
            columns={[
              {
                head: 'Name',
                kind: 'name',
                cell: ({ id, filename }) => <a href={hrefFor(['files', id])}>{filename}</a>,
              },
              { head: 'Id', cell: ({ id }) => <code>{id}</code> },
              { head: 'Kind', cell: ({ preview }) => <Badge>{looks[preview]}</Badge> },
              { head: 'Size', kind: 'number', cell: ({ size }) => sizeOf(size) },
              { head: 'Orders', kind: 'number', cell: ({ orders }) => orders },
              { head: 'Uploaded', cell: ({ created }) => <RelativeTime time={created} now={now.value} /> },
            ]}
          />
        )}
      </Shown>
    </>
  );
}

export function FileSection({ id }: { id: string }) {
  const file = useReading<FileView>(`files/${encodeURIComponent(id)}`, ['file']);
  return (
    <>
      <PageHeading title={file.answer?.filename ?? id} back={{ href: '#/files', label: 'Files' }} />
      <Shown reading={file}>
        {({ filename, size, created, preview, orders }) => (
          <div class="stack">
            <section class="card" aria-label="File">
              <dl class="facts">
                <dt>Id</dt>
                <dd>
                  <code>{id}</code>
                </dd>
                <dt>Size</dt>
                <dd>{sizeOf(size)}</dd>
                <dt>Uploaded</dt>
                <dd>{formatTime(Date.parse(created))}</dd>
                <dt>Printed by</dt>
                <dd>
                  {orders} {orders === 1 ? 'order' : 'orders'}, saved ones included
                </dd>
              </dl>
            </section>
            {preview === 'pdf' && <PdfPages address={contentAddress(id)} what="file" />}
            {preview === 'image' && (
              <div class="card">
                <img class="image" src={contentAddress(id)} alt={filename} />
              </div>
            )}
            {preview !== 'pdf' && (
              <p>
                <a href={contentAddress(id)} download={filename}>
                  Download {filename}
                </a>
              </p>
            )}
          </div>
        )}
      </Shown>
    </>
  );
}
