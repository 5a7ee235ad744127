const byEnding: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  mp4: 'video/mp4',
  m4v: 'video/m4v',
  webm: 'video/webm',
  mov: 'video/quicktime',
  '3gp': 'video/3gpp',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  pdf: 'application/pdf',
  txt: 'text/plain',
  csv: 'text/csv',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Guesses the media type from the URL; defaults to an image. */
export function guessMediaType(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return byEnding[ending] ?? 'image/jpeg'
}

export function isImageUrl(url: string): boolean {
  return /^(?:image|video)\//.test(guessMediaType(url))
}

export function mediaKindOf(mediaType: string): 'image' | 'video' | 'audio' | 'file' {
  const family = mediaType.split('/')[0]
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'file'
}

export function isAudio(mediaType: string): boolean {
  return mediaType.startsWith('audio/')
}
