/** What all Zaps of the workbench share. */
import type { Definition, LocalZapier } from '@print-and-mail/zapier';
import type { Change } from './protocol.ts';

export interface WorkbenchContext {
  /** Its clock is the sandbox's, if there is one. */
  platform: LocalZapier;
  definition: Definition;
  /** Notifies the open pages. */
  publish(change: Change): void;
  /** Milliseconds between two polls of a Zap that is on. */
  pollInterval: number;
  /** Milliseconds between two checks of the clock while a run is held. */
  holdCheckInterval: number;
  /** Makes a path within the workbench (`/…`) a URL that a step can fetch. */
  resolveUrl(url: string): string;
}
