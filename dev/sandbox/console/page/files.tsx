/** Uploaded files, and a look at one. */

import { hrefFor } from '../../../ui/browser/route.ts';
import { Badge } from '../../../ui/components/badge.tsx';
import { DataTable } from '../../../ui/components/data_table.tsx';
import { PageHeading } from '../../../ui/components/page_heading.tsx';
import { formatTime, RelativeTime } from '../../../ui/components/time.tsx';
import type { FileShown } from '../protocol.ts';
import { PdfPages } from './pdf_pages.tsx';
import { Shown } from './shown.tsx';
import { account, now, useReading } from './world.ts';

const looks: Record<FileShown['look'], string> = { pdf: 'PDF', picture: 'picture', none: 'other' };

function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${value.toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`;
}

const contentAddress = (id: string): string => `/console/files/${encodeURIComponent(id)}/content`;

export function FilesSection() {
  const files = useReading<FileShown[]>(`files?${new URLSearchParams({ account: account.value })}`, [
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
              { head: 'Kind', cell: ({ look }) => <Badge>{looks[look]}</Badge> },
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
  const file = useReading<FileShown>(`files/${encodeURIComponent(id)}`, ['file']);
  return (
    <>
      <PageHeading title={file.answer?.filename ?? id} back={{ href: '#/files', label: 'Files' }} />
      <Shown reading={file}>
        {({ filename, size, created, look, orders }) => (
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
            {look === 'pdf' && <PdfPages address={contentAddress(id)} what="file" />}
            {look === 'picture' && (
              <div class="card">
                <img class="picture" src={contentAddress(id)} alt={filename} />
              </div>
            )}
            {look !== 'pdf' && (
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
