// Commands that a person can paste into a shell.
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

export function command(...words: string[]): string {
  return words.map(quoted).join(' ');
}

export function inFolder(folder: string, file: string): string {
  return folder === '' || folder === '.' ? file : `${folder.replace(/\/+$/, '')}/${file}`;
}
