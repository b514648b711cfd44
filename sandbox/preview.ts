/** The preview of an order: rendered once, when production begins or somebody asks first, and kept with the order. */
import { contactsOf } from './orders.ts';
import type { Logo, Order, StoredFile } from './records.ts';
import type { Service } from './service.ts';

export async function previewOf(service: Service, order: Order): Promise<Uint8Array> {
  const { database } = service;
  const kept = database.blob(`preview:${order.id}`);
  if (kept) return kept;
  // Fonts and the PDF library are loaded with the first preview: the sandbox is ready sooner without them.
  const { renderPreview } = await import('./preview/render.ts');
  const pdf = await renderPreview({
    contents: order.contents,
    contacts: contactsOf(service, order.account, order.list),
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
  database.putBlob(`preview:${order.id}`, pdf);
  return pdf;
}

function senderOf({ database }: Service, account: string) {
  const sender = database.get<{ name: string; lines: string[] }>('account', account);
  return sender ? { sender: { name: sender.name, lines: sender.lines } } : {};
}
