/** Dates and times as people read them, in the browser's time zone, which is part of them: records have others. */

export const formatTime = (iso: string): string =>
  new Date(iso).toLocaleTimeString('en', { timeStyle: 'long' });

export const formatDay = (iso: string): string =>
  new Date(iso).toLocaleDateString('en', { dateStyle: 'full' });

export const formatDateTime = (iso: string): string =>
  new Date(iso).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'long' });
