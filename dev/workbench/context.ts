/** What all Zaps of the workbench share. */
import type { Definition, LocalZapier } from '@print-and-mail/zapier';
import type { Change } from './protocol.ts';

export interface WorkbenchContext {
  platform: LocalZapier;
  definition: Definition;
  /** Notifies the open pages. */
  publish(change: Change): void;
  /** Milliseconds between two polls of a Zap that is on. */
  pollInterval: number;
  /** Milliseconds between two checks of the clock while a run is held. */
  holdCheckInterval: number;
  /** The time that held runs wait for: the sandbox's clock, or the system's without a sandbox. */
  now(): Promise<number>;
  /** Makes a path within the workbench (`/…`) a URL that a step can fetch. */
  resolveUrl(url: string): string;
}
