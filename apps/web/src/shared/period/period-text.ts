export const text = {
  period: 'Χρονικό διάστημα',
  from: 'Από',
  to: 'Έως',
  start: 'αρχή',
  today: 'σήμερα',
  days: (from: string, to: string) => (from ? `${from} – ${to}` : `Έως ${to}`),
}
