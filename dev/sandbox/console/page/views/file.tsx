import { PageHeading } from '../../../../ui/components/page_heading.tsx';
import { formatTime } from '../../../../ui/components/time.tsx';
import type { FileView as StoredFile } from '../../protocol.ts';
import { formatSize } from '../components/file_text.ts';
import { Loaded } from '../components/loaded.tsx';
import { useData } from '../data/use_data.ts';
import { PdfPages } from '../pdf/pdf_pages.tsx';

export function FileView({ id }: { id: string }) {
  const file = useData<StoredFile>(`files/${encodeURIComponent(id)}`, ['file']);
  const contentUrl = `/console/files/${encodeURIComponent(id)}/content`;
  return (
    <>
      <PageHeading title={file.data?.filename ?? id} back={{ href: '#/files', label: 'Files' }} />
      <Loaded from={file}>
        {({ filename, size, created, preview, orders }) => (
          <div class="stack">
            <section class="card" aria-label="File">
              <dl class="facts">
                <dt>File ID</dt>
                <dd>
                  <code>{id}</code>
                </dd>
                <dt>Size</dt>
                <dd>{formatSize(size)}</dd>
                <dt>Uploaded</dt>
                <dd>{formatTime(Date.parse(created))}</dd>
                <dt>Used in</dt>
                <dd>
                  {orders} {orders === 1 ? 'order' : 'orders'} (including saved orders)
                </dd>
              </dl>
            </section>
            {preview === 'pdf' && <PdfPages url={contentUrl} what="file" />}
            {preview === 'image' && (
              <div class="card">
                <img class="file-image" src={contentUrl} alt={filename} />
              </div>
            )}
            {preview !== 'pdf' && (
              <p>
                <a href={contentUrl} download={filename}>
                  Download {filename}
                </a>
              </p>
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}
