import { afterEach, describe, expect, it } from '@jest/globals';
import { inSmallProcess } from '../processes.ts';
import { eventFor, type Outcome } from '../protocol.ts';
import { built, child } from './support/built_connector.ts';
import { type CountingService, type Holdings, startCountingService } from './support/counting_service.ts';

const megabyte = 1024 * 1024;

describe('the memory of the built connector', () => {
  let service: CountingService;
  afterEach(() => service.close());

  /** Runs the connector in a new process. */
  async function run(
    method: string,
    inputData: (root: string) => Record<string, unknown>,
    holdings: Holdings,
  ): Promise<Outcome> {
    service = await startCountingService(holdings);
    const event = eventFor(service.root, method, { inputData: inputData(service.root) });
    const outcome = await inSmallProcess(child, built, event);
    service.close();
    return outcome;
  }

  const find = 'searches.find_contact.operation.perform';
  const upload = 'creates.upload_file.operation.perform';

  it('does not grow with the mailing list that it searches', async () => {
    const small = await run(find, () => ({ external_id: 'donor-999' }), { contacts: 1_000 });
    const large = await run(find, () => ({ external_id: 'donor-249999' }), { contacts: 250_000 });
    expect(service.sent).toBeGreaterThan(50 * megabyte);
    expect(large.answer).toContain('c-100-249999');
    expect(large.peak - small.peak).toBeLessThan(32 * megabyte);
  });

  it('does not grow with the mailing list that it backs up before replacing it', async () => {
    const replace = 'creates.replace_mailing_list.operation.perform';
    const given = () => ({
      minimum_contacts: '1',
      contacts: [{ name: 'Maria Miller', city: 'Columbus', external_id: 'donor-1' }],
    });
    const small = await run(replace, given, { contacts: 1_000 });
    const large = await run(replace, given, { contacts: 250_000 });
    expect(large.answer).toContain('249,855 were removed');
    expect(large.peak - small.peak).toBeLessThan(32 * megabyte);
  });

  // A file of unknown length is read into memory, at most 100 MB of it.
  it('does not grow with a file of known length', async () => {
    const given = (root: string) => ({ file: `${root}/file`, filename: 'newsletter.pdf' });
    const small = await run(upload, given, { file: 1_000, lengthIsTold: true });
    const large = await run(upload, given, { file: 64_000_000, lengthIsTold: true });
    expect(service.received).toBe(64_000_000);
    expect(large.peak - small.peak).toBeLessThan(32 * megabyte);
  });
});

describe('an upload', () => {
  it('stops reading its source while the letter service does not read the upload', async () => {
    const service = await startCountingService({ file: 96_000_000, takesLate: true });
    const event = eventFor(service.root, 'creates.upload_file.operation.perform', {
      inputData: { file: `${service.root}/file`, filename: 'newsletter.pdf' },
    });
    const outcome = await inSmallProcess(child, built, event);
    service.close();
    // The buffers of the connections hold some megabytes.
    expect(service.sentBeforeTaking).toBeLessThan(32 * megabyte);
    expect(service.received).toBe(96_000_000);
    expect(outcome.answer).toContain('f-120-8841');
  });
});
