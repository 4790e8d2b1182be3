export function withThousands(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

export function counted(value: number, noun: string): string {
  return `${withThousands(value)} ${noun}${value === 1 ? '' : noun.endsWith('ch') ? 'es' : 's'}`;
}

export function secondsText(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(2)} s`;
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
