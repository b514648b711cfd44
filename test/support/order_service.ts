/** A letter service that makes every list and places every order, for tests in which many letters are ordered over days. */
import { afterEach, beforeEach, jest } from '@jest/globals';
import * as zod from 'zod';
import { UnitConnector, useNock } from './connector.ts';

const orderRequest = zod.object({ saved_order_id: zod.string(), list_id: zod.string() });
const addedContacts = zod.object({ data: zod.array(zod.object({ name: zod.string() })) });

interface PlacedOrder {
  letter: string;
  list: string;
  /** The names on the list. Empty for a list that the service did not make. */
  people: readonly string[];
}

class OrderService {
  connector = new UnitConnector();
  /** The names on each list that it made. */
  readonly lists: string[][] = [];
  readonly orders: PlacedOrder[] = [];
  /** What it shows of each order, by its ID. */
  readonly shown: Record<string, object> = {};
  /** What the letters print. By default, it does not show that. */
  text: string | undefined;
  /** What it answers to orders in place of a confirmation. */
  unclearAnswer: [status: number, body: object] | undefined;

  addPeople(body: unknown): object {
    const { data } = addedContacts.parse(body);
    this.lists.at(-1)?.push(...data.map(({ name }) => name));
    return { contacts: data.map((_, index) => ({ id: `a-${index}` })) };
  }

  placeOrder(body: unknown): [status: number, body: object] {
    const { saved_order_id: letter, list_id: list } = orderRequest.parse(body);
    const people = this.lists[Number(list.slice(2)) - 1] ?? [];
    const id = `m-${this.orders.push({ letter, list, people })}`;
    const created = new Date(this.connector.now).toISOString().slice(0, 19);
    this.shown[id] ??= { id, list, timeline: { created } };
    return this.unclearAnswer ?? [201, { order_id: id, created }];
  }

  showOrder(id: string): [status: number, body: object] {
    const order = this.shown[id];
    const contents = this.text === undefined ? {} : { contents: [{ type: 'sheet', text: this.text }] };
    return order ? [200, { ...contents, ...order }] : [404, {}];
  }
}

/** Returns the service, which begins anew with each test. The steps and the cache have the connector's clock. */
export function useOrderService(): OrderService {
  const { api } = useNock();
  const service = new OrderService();
  beforeEach(() => {
    Object.assign(service, new OrderService());
    jest.spyOn(Date, 'now').mockImplementation(() => service.connector.now);
    const mocks = api().persist();
    mocks
      .post('/v1/lists')
      .optionally()
      .reply(201, () => ({ list_id: `l-${service.lists.push([])}` }));
    mocks
      .post(/contacts$/)
      .optionally()
      .reply(200, async (request: Request) => service.addPeople(await request.json()));
    mocks
      .post('/v1/orders')
      .optionally()
      .reply(async (request: Request) => service.placeOrder(await request.json()));
    mocks.get('/v1/orders/saved').optionally().reply(200, { saved_orders: [] });
    mocks
      .get(/^\/v1\/orders\/m-\d+$/)
      .optionally()
      .reply(({ url }: Request) => service.showOrder(url.split('/').at(-1) ?? ''));
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  return service;
}

/** Returns the input for a person with an address. */
export const personNamed = (name: string) => ({
  name,
  street: '1 Main St',
  city: 'Akron',
  state: 'OH',
  postal_code: '44301',
});
