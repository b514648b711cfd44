/** The preview of an order. It is rendered once, when production begins or when it is first requested. */
import { ServiceError } from '../http/service_error.ts';
import type { Service } from '../service.ts';
import type { Logo, Order, PreviewNotes, StoredFile } from '../store/records.ts';
import { orderRecipients } from './merge_fields.ts';
import type { PreviewData } from './pdf_tasks.ts';
import { performPdfTask } from './pdf_threads.ts';
import { printLimits } from './preview/limits.ts';

/** @throws 409 if rendering fails, now or earlier */
export async function getPreview(service: Service, order: Order): Promise<Uint8Array> {
  const { database } = service;
  const earlierProblem = database.get<PreviewNotes>('preview', order.id)?.problem;
  if (earlierProblem !== undefined) throw noPreview(earlierProblem);
  const kept = database.blob(`preview:${order.id}`);
  if (kept) return kept;
  const { epoch } = database;
  const keep = (notes: PreviewNotes, pdf?: Uint8Array): void => {
    // After a reset in the meantime, the order no longer exists.
    if (database.epoch !== epoch) return;
    if (pdf) database.putBlob(`preview:${order.id}`, pdf);
    database.put('preview', order.id, notes, order.account);
  };
  try {
    const preview = await performPdfTask({ preview: previewData(service, order) });
    if (!('pdf' in preview)) throw new Error('The result is not a preview.');
    keep({ warnings: preview.warnings }, preview.pdf);
    return preview.pdf;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    keep({ problem, warnings: [] });
    throw noPreview(problem);
  }
}

const noPreview = (problem: string): ServiceError =>
  new ServiceError(409, 'orders.no_preview', `The preview of this order could not be rendered. ${problem}`);

function previewData(service: Service, order: Order): PreviewData {
  const { database } = service;
  const { contents } = order;
  const recipients = orderRecipients(service, order);
  const sheets = contents.filter((item) => item.type === 'sheet');
  const fonts = sheets.flatMap(({ merge = [] }) => merge.map(({ font }) => font));
  const logos = contents.flatMap((item) => (item.type === 'envelope' && item.logo ? [item.logo] : []));
  const sender = database.get<{ name: string; lines: string[] }>('account', order.account);
  return {
    contents,
    recipients: recipients.slice(0, printLimits.checkedRecipients),
    quantity: recipients.length,
    files: mapDefined(
      sheets.map(({ file }) => file),
      (id) => {
        const file = database.get<StoredFile>('file', id);
        const content = database.blob(id);
        return file && content && { filename: file.filename, content };
      },
    ),
    fonts: mapDefined(fonts, (id) => database.get<{ name: string }>('font', id)?.name),
    logos: mapDefined(logos, (id) => {
      const logo = database.get<Logo>('logo', id);
      const image = database.blob(id);
      return logo && image && { name: logo.name, image };
    }),
    ...(sender ? { sender: { name: sender.name, lines: sender.lines } } : {}),
  };
}

/** Returns the values of the IDs that have one. */
function mapDefined<T>(ids: readonly string[], lookUp: (id: string) => T | undefined): Map<string, T> {
  const values = new Map<string, T>();
  for (const id of new Set(ids)) {
    const value = lookUp(id);
    if (value !== undefined) values.set(id, value);
  }
  return values;
}
