/** A one-page PDF with that line of text. */
export function buildPdf(text: string): Buffer {
  const content = `BT /F1 18 Tf 40 120 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  const offsets: number[] = []
  let output = '%PDF-1.4\n'
  objects.forEach((object, at) => {
    offsets.push(output.length)
    output += `${at + 1} 0 obj\n${object}\nendobj\n`
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const end = `trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${output.length}\n%%EOF\n`
  return Buffer.from(`${output}xref\n0 6\n0000000000 65535 f \n${rows}${end}`, 'latin1')
}
