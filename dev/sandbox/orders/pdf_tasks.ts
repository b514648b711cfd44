/** Runs in the threads of `pdf_threads.ts`: draws previews and counts pages. */
import { parentPort } from 'node:worker_threads';
import { type Preview, type PreviewJob, renderPreview } from './preview/render.ts';
import { countFilePages } from './preview/source.ts';

export interface FileContent {
  filename: string;
  content: Uint8Array;
}

/** A preview job as data, because functions cannot be sent to a thread. */
export interface PreviewData extends Pick<PreviewJob, 'contents' | 'recipients' | 'quantity' | 'sender'> {
  /** All by ID. */
  files: ReadonlyMap<string, FileContent>;
  logos: ReadonlyMap<string, { name: string; image: Uint8Array }>;
  /** The family of each font, by its ID. */
  fonts: ReadonlyMap<string, string>;
}

export type PdfTask = { count: FileContent } | { preview: PreviewData };

export type PdfResult = { pages: number } | Preview;

export type PdfReply = { result: PdfResult } | { error: string };

async function perform(task: PdfTask): Promise<PdfResult> {
  if ('count' in task) return { pages: await countFilePages(task.count) };
  const { files, logos, fonts, ...data } = task.preview;
  return renderPreview({
    ...data,
    file: (id) => files.get(id),
    logo: (id) => logos.get(id),
    font: (id) => fonts.get(id),
  });
}

// pdf-lib prints a warning for each invalid object. The preview names the damaged file instead.
console.warn = () => {};

parentPort?.on('message', (task: PdfTask) => {
  void perform(task)
    .then((result): PdfReply => ({ result }))
    .catch((error: unknown): PdfReply => ({ error: String(error) }))
    .then((reply) => parentPort?.postMessage(reply));
});
