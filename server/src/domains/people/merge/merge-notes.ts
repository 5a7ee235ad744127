/** Texts for the journal of whoever stays, none longer than `longest` characters: that there was a merge, and what it left. */
export function buildMergeNotes(left: readonly string[], longest: number): string[] {
  const notes: string[] = []
  let note = ''
  for (const line of ['Merged with another person.', ...left].flatMap((text) => splitText(text, longest))) {
    const longer = note === '' ? line : `${note}\n${line}`
    if (lengthOf(longer) <= longest) note = longer
    else {
      notes.push(note)
      note = line
    }
  }
  return [...notes, note]
}

function splitText(text: string, longest: number): string[] {
  const letters = [...text]
  const pieces: string[] = []
  for (let at = 0; at < letters.length; at += longest) pieces.push(letters.slice(at, at + longest).join(''))
  return pieces
}

/** Characters as people count them, and as the journal bounds them. */
const lengthOf = (text: string): number => [...text].length
