/** Envelope logos (§2.8, §4.5). */
import type { ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import { once } from './lazy.ts';
import { askFor, path } from './request.ts';
import { identifier, looseText } from './values.ts';

const logo = once(() => zod.looseObject({ id: identifier(), name: looseText() }));

export type Logo = zod.output<ReturnType<typeof logo>>;

/** GET /v1/logos: all envelope logos of the account. */
export const listLogos = async (z: ZObject): Promise<Logo[]> => {
  const { data } = await askFor(
    z,
    {
      method: 'GET',
      path: path`/v1/logos`,
      subject: { about: 'your envelope logos', verb: 'read', scopes: ['orders.read'] },
    },
    zod.looseObject({ data: zod.array(logo()) }),
  );
  return data;
};
