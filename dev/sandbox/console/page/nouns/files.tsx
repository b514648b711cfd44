import { ExactTime, Id, RecordLink, Time } from '../cells.tsx';
import type { Noun } from '../noun.ts';
import { PdfPages } from '../pdf_pages.tsx';
import { formatSize } from '../text.ts';

export const files: Noun<'files'> = {
  name: 'files',
  label: 'Files',
  empty: 'No files yet. Upload one with the “Upload File” action in a Zap.',
  columns: [
    {
      head: 'Name',
      kind: 'name',
      cell: ({ id, filename }) => <RecordLink to="files" id={id} text={filename} />,
    },
    { head: 'File ID', cell: ({ id }) => <Id>{id}</Id> },
    { head: 'Size', kind: 'number', cell: ({ size }) => formatSize(size) },
    { head: 'Uploaded', cell: ({ created }) => <Time at={created} /> },
  ],
  details: {
    title: ({ filename }) => filename,
    facts: ({ id, size, created, filename }) => ({
      'File ID': <Id>{id}</Id>,
      Size: formatSize(size),
      Uploaded: <ExactTime at={created} />,
      Content: (
        <a href={contentUrl(id)} download={filename}>
          Download
        </a>
      ),
    }),
    more: ({ id, filename }) => {
      if (/\.pdf$/i.test(filename)) return <PdfPages url={contentUrl(id)} />;
      const isImage = /\.(?:png|jpe?g|gif|webp)$/i.test(filename);
      return isImage && <img src={contentUrl(id)} alt={filename} />;
    },
  },
};

const contentUrl = (id: string): string => `/console/files/${encodeURIComponent(id)}/content`;
