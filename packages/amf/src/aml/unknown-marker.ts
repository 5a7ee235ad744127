import { markerKinds } from './markers/index.ts'
import { shown } from './rows.ts'

const names = markerKinds.map((kind) => kind.name)

/** What to tell whoever wrote a name that no marker has. */
export function unknownMarker(name: string): string {
  const known = `Known are ${names.join(', ')}`
  if (name === '') return `This marker has no name. ${known}`
  const closest = closestTo(name.toLowerCase())
  return `There is no marker “${shown(name)}”${closest ? `: did you mean ${closest}? ` : '. '}${known}`
}

const furthest = 2

function closestTo(name: string): string | undefined {
  let closest: string | undefined
  let least = furthest + 1
  for (const candidate of names) {
    if (Math.abs(candidate.length - name.length) > furthest) continue
    const distance = editDistance(name, candidate)
    if (distance < least && distance < candidate.length / 2) [closest, least] = [candidate, distance]
  }
  return closest
}

function editDistance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const replaced = (above[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    above = current
  }
  return above[other.length] ?? 0
}
