export function png(width: number, height: number, filling = 0): Buffer {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
  }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.concat([size, Buffer.from([8, 2, 0, 0, 0])])),
    chunk('IDAT', Buffer.alloc(filling, 'parley')),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export function gif(width: number, height: number, behind = ''): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  return Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from(behind)])
}

export function jpeg(width: number, height: number, orientation?: number): Buffer {
  const exif = Buffer.from('ffe10022457869660000' + '4d4d002a00000008' + '0001' + '0112000300000001', 'hex')
  const turned = Buffer.from([0, orientation ?? 1, 0, 0, 0, 0, 0, 0])
  const frame = Buffer.from('ffc0001108000000000301220002110103110100', 'hex')
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const start = Buffer.from('ffd8', 'hex')
  const jfif = Buffer.from('ffe000104a46494600010100000100010000', 'hex')
  return Buffer.concat([start, ...(orientation ? [exif, turned] : [jfif]), frame, Buffer.from('ffd9', 'hex')])
}

export function webp(width: number, height: number): Buffer {
  const head = Buffer.from('RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1')
  head.writeUIntLE(width - 1, 24, 3)
  head.writeUIntLE(height - 1, 27, 3)
  return head
}

const latin1 = (text: string) => Buffer.from(text, 'latin1')
export const mp4 = (filling = 0) =>
  Buffer.concat([latin1('\0\0\0\x18ftypisom\0\0\x02\0isommp42'), Buffer.alloc(filling, 'film')])
export const m4a = latin1('\0\0\0\x18ftypM4A \0\0\0\0M4A mp42')
export const mp3 = Buffer.concat([latin1('\xff\xfb\x90\x00'), Buffer.alloc(413)])
export const ogg = Buffer.concat([latin1(`OggS\0\x02${'\0'.repeat(22)}\x01vorbis`), Buffer.alloc(40)])
export const opus = Buffer.concat([latin1(`OggS\0\x02${'\0'.repeat(22)}OpusHead`), Buffer.alloc(40)])
export const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n')
export const vcard = Buffer.from('BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Front desk\r\nEND:VCARD\r\n')
export const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
export const html = Buffer.from('<!doctype html><script>alert(1)</script>')
