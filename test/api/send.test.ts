import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type nock from 'nock';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const reset = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
const failures: (number | typeof reset)[] = [502, 503, 504, reset];

/** Makes the next response an error. */
const fail = (interceptor: nock.Interceptor, failure: number | typeof reset): nock.Scope =>
  typeof failure === 'number' ? interceptor.reply(failure, 'Down') : interceptor.replyWithError(failure);

const findOrder = () => new UnitConnector().search('find_order', { order_id: 'm-1' });
const findContact = () => new UnitConnector().search('find_contact', { name: 'Ann Lee' });
const getOrder = () => api().get('/v1/orders/m-1');
const list = { contacts: [{ contact_id: 'c-1', name: 'Ann Lee', address: {} }] };

afterEach(() => {
  jest.restoreAllMocks();
});

describe('A request that reads', () => {
  it.each(failures)('is sent once more after %s', async (failure) => {
    fail(getOrder(), failure);
    getOrder().reply(200, { id: 'm-1' });
    expect(await findOrder()).toMatchObject([{ id: 'm-1' }]);
  });

  it.each(failures)('is sent once more after %s, also as a stream', async (failure) => {
    fail(api().get('/v1/contacts'), failure);
    api().get('/v1/contacts').reply(200, list);
    expect(await findContact()).toMatchObject([{ id: 'c-1' }]);
  });

  it.each([
    [502, 'AppError'],
    [503, 'ThrottledError'],
    [504, 'AppError'],
    [reset, 'AppError'],
  ])('is not sent a third time after %s', async (failure, name) => {
    fail(getOrder(), failure);
    fail(getOrder(), failure);
    await expect(findOrder()).rejects.toMatchObject({ name });
  });

  it.each([400, 401, 404, 408, 429, 500, 501])('is not sent again after %i', async (status) => {
    getOrder().reply(status, {});
    getOrder().optionally().reply(200, { id: 'm-1' });
    expect(await findOrder().catch(() => [])).toEqual([]);
  });

  it('is not sent again if the connection was refused', async () => {
    getOrder().replyWithError(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }));
    await expect(findOrder()).rejects.toThrow(/could not be reached/);
  });

  it('is not sent again with less than five seconds left', async () => {
    const start = Date.now();
    getOrder().reply(() => {
      jest.spyOn(Date, 'now').mockReturnValue(start + 20_100);
      return [503, {}];
    });
    await expect(findOrder()).rejects.toMatchObject({ name: 'ThrottledError' });
  });

  it('tells Zapier how long to wait before the step runs again', async () => {
    getOrder().reply(503, {}, { 'Retry-After': '3600' });
    getOrder().reply(503, {}, { 'Retry-After': '3600' });
    await expect(findOrder()).rejects.toMatchObject({ name: 'ThrottledError', delay: 3_600 });
  });
});

describe('A request that changes something', () => {
  const run = {
    create_contact: () => new UnitConnector().create('create_contact', { name: 'A', city: 'Akron' }),
    delete_contact: () => new UnitConnector().create('delete_contact', { contact_id: 'c-1' }),
  };
  const request = {
    create_contact: () => api().post('/v3/contacts'),
    delete_contact: () => api().delete('/v1/contacts/c-1'),
  };

  describe.each(['create_contact', 'delete_contact'] as const)('in %s', (key) => {
    it.each(failures)('is not sent again after %s', async (failure) => {
      fail(request[key](), failure);
      request[key]().optionally().reply(200, { contact_id: 'c-1' });
      await expect(run[key]()).rejects.toMatchObject({
        name: 'AppError',
        message: expect.stringMatching(/don't know whether/),
      });
    });
  });
});
