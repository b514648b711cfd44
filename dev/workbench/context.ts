/** What every Zap of the workbench lives in. */
import type { Definition, LocalZapier } from '@print-and-mail/zapier';
import type { Change } from './protocol.ts';

export interface WorkbenchContext {
  platform: LocalZapier;
  definition: Definition;
  /** Tells the pages that are open. */
  tell(change: Change): void;
  /** Milliseconds between two polls of a Zap that is on. */
  pollEvery: number;
  /** Makes an address within the workbench (`/…`) one that a step can fetch. */
  resolveAddress(address: string): string;
}
