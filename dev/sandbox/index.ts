/** The sandbox: a copy of the letter service on your own machine. Other code imports only this file. */
export { type Sandbox, type SandboxOptions, startSandbox } from './server.ts';

/** A PDF to upload: three pages of a newsletter. */
export const newsletterPdf = new URL('./assets/newsletter.pdf', import.meta.url);
