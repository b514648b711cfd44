/** The browser's session on the OAuth pages, in a cookie. */
import { getCookie, setCookie } from 'hono/cookie';
import type { SandboxContext } from '../http/context.ts';
import type { Service } from '../service.ts';
import type { Session, User } from '../store/records.ts';

const cookie = 'sandbox_session';

export const findSession = (c: SandboxContext, { database }: Service): Session | undefined =>
  database.get<Session>('session', getCookie(c, cookie) ?? '');

/** @param user null until the person logs in */
export function startSession(
  c: SandboxContext,
  { database, newSecret }: Service,
  user: string | null,
): Session {
  const session: Session = { id: newSecret(), formToken: newSecret(), user };
  database.put('session', session.id, session);
  setCookie(c, cookie, session.id, { httpOnly: true, sameSite: 'Lax', path: '/my' });
  return session;
}

export const userOf = ({ user }: Session, { database }: Service): User | undefined =>
  user === null ? undefined : database.get<User>('user', user);
