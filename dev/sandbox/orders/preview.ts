/** The preview of an order. It is rendered once, when production begins or when it is first requested. */
import { ServiceError } from '../http/service_error.ts';
import type { Service } from '../service.ts';
import type { Logo, Order, StoredFile } from '../store/records.ts';
import { orderRecipients } from './merge_fields.ts';

/** @throws 409 if rendering fails */
export async function getPreview(service: Service, order: Order): Promise<Uint8Array> {
  const { database } = service;
  const kept = database.blob(`preview:${order.id}`);
  if (kept) return kept;
  // Fonts and the PDF library are loaded when first needed, so that the sandbox starts faster.
  const { renderPreview } = await import('./preview/render.ts');
  const { epoch } = database;
  let pdf: Uint8Array;
  try {
    pdf = await renderPreview({
      contents: order.contents,
      recipients: orderRecipients(service, order),
      file(id) {
        const file = database.get<StoredFile>('file', id);
        const content = database.blob(id);
        return file && content ? { filename: file.filename, content } : undefined;
      },
      font: (id) => database.get<{ name: string }>('font', id)?.name,
      logo(id) {
        const logo = database.get<Logo>('logo', id);
        const image = database.blob(id);
        return logo && image ? { name: logo.name, image } : undefined;
      },
      ...senderOf(service, order.account),
    });
  } catch (error) {
    throw new ServiceError(
      409,
      'orders.no_preview',
      `The preview of this order could not be rendered: ${String(error)}`,
    );
  }
  // After a reset in the meantime, the order no longer exists.
  if (database.epoch === epoch) database.putBlob(`preview:${order.id}`, pdf);
  return pdf;
}

function senderOf({ database }: Service, account: string) {
  const sender = database.get<{ name: string; lines: string[] }>('account', account);
  return sender ? { sender: { name: sender.name, lines: sender.lines } } : {};
}
