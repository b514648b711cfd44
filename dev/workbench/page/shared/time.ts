/** Dates and times as people read them, in the browser's time zone. */

export const formatTime = (iso: string): string =>
  new Date(iso).toLocaleTimeString('en', { timeStyle: 'medium' });

export const formatDateTime = (iso: string): string =>
  new Date(iso).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' });
