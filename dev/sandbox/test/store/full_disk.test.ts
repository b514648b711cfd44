import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Database } from '../../store/database.ts';
import { storageProblem } from '../../store/storage_problem.ts';
import { ServiceClient, sandbox } from '../service_client.ts';

/** Returns the error of SQLite for a full disk. */
function fullDiskError(): unknown {
  const database = new DatabaseSync(':memory:');
  try {
    database.exec(
      'PRAGMA max_page_count = 2; CREATE TABLE t (c BLOB); INSERT INTO t VALUES (zeroblob(100000))',
    );
  } catch (error) {
    return error;
  } finally {
    database.close();
  }
  throw new Error('The database has no limit.');
}

const full = {
  status: 500,
  body: { error: 'storage_error', message: expect.stringMatching(/disk of the sandbox is full/) },
};

describe('with a full disk', () => {
  let service: ServiceClient;
  let errors: string[];

  beforeEach(async () => {
    // Without the check of responses, because no endpoint declares this error.
    service = new ServiceClient((await sandbox()).running);
    errors = [];
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      errors.push(String(text));
      return true;
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const fill = (): void => {
    const error = fullDiskError();
    jest.spyOn(Database.prototype, 'put').mockImplementation(() => {
      throw error;
    });
  };

  it('changes return 500 with the reason, and reads their data', async () => {
    const { get, post } = await service.as();
    fill();
    expect(await post('/v3/contacts', { name: 'Ann' })).toMatchObject(full);
    expect((await get('/v1/contacts')).body.contacts).toHaveLength(25);
    expect(await service.send('POST', '/sandbox/faults', { body: { then: { status: 503 } } })).toMatchObject(
      full,
    );
  });

  it('the reason is written once', async () => {
    const { get, post } = await service.as();
    fill();
    for (const name of ['Ann', 'Bob']) await post('/v3/contacts', { name });
    await get('/v1/contacts');
    expect(errors).toEqual([expect.stringMatching(/disk of the sandbox is full.*\(Error: database or disk/)]);
  });

  it('a fault that cannot be counted is an error', async () => {
    const { get } = await service.as();
    await service.control('POST', '/faults', { then: { status: 503 } });
    fill();
    expect(await get('/v1/contacts')).toMatchObject(full);
  });

  it('what is due happens when there is space again', async () => {
    const { post, get } = await service.as();
    await service.control('POST', '/clock', { freeze: '2030-01-01T00:00:00Z' });
    const resend = { saved_order_id: 'l-001-1001', list_id: 'l-001-0002' };
    const { order_id } = (await post('/v1/orders', resend)).body;
    const error = fullDiskError();
    jest.spyOn(Database.prototype, 'takeDue').mockImplementation(() => {
      throw error;
    });
    const body = { advance: '31d' };
    expect(await service.send('POST', '/sandbox/clock', { body })).toMatchObject(full);
    jest.mocked(Database.prototype.takeDue).mockRestore();
    await service.advance('31d');
    expect((await get(`/v1/orders/${order_id}`)).body.timeline.mailed).toBe('2030-01-03T00:00:00');
  });
});

it('another error of SQLite is explained in its own words, and other errors are not', () => {
  const database = new DatabaseSync(':memory:');
  const attempt = (work: () => unknown): string | undefined => {
    try {
      work();
    } catch (error) {
      return storageProblem(error);
    }
    return 'no error';
  };
  expect(attempt(() => database.exec('SELECT * FROM missing'))).toBe(
    'The data of the sandbox could not be read or saved: no such table: missing.',
  );
  expect(attempt(() => JSON.parse('{'))).toBeUndefined();
  database.close();
});
