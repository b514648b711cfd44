/** The console's paper types, envelope types, fonts and logos. */
import { Hono } from 'hono';
import { requireRecord } from '../control/request.ts';
import type { SandboxEnv } from '../http/context.ts';
import type { Service } from '../service.ts';
import type { EnvelopeType, Kind, Logo } from '../store/records.ts';
import type { PrintOption, PrintOptions } from './protocol.ts';
import { queryOf } from './queries.ts';
import { untrustedFile } from './untrusted_file.ts';

export function printOptionRoutes({ database }: Service): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>();
  const optionsOf = (kind: Kind, account?: string): PrintOption[] =>
    database.list<PrintOption>(kind, account).map(({ id, name }) => ({ id, name }));

  routes.get('/print-options', (c) => {
    const options: PrintOptions = {
      papers: optionsOf('paper_type'),
      envelopes: database
        .list<EnvelopeType>('envelope_type')
        .map(({ id, name, width, height }) => ({ id, name, size: `${width} × ${height} in` })),
      fonts: optionsOf('font'),
      logos: optionsOf('logo', queryOf(c).account),
    };
    return c.json(options);
  });

  routes.get('/logos/:id/image', (c) => {
    const id = c.req.param('id');
    requireRecord(database.get<Logo>('logo', id), 'logo', id);
    const image = requireRecord(database.blob(id), 'image of the logo', id);
    return untrustedFile(c, image, 'image/png', 'inline');
  });

  return routes;
}
