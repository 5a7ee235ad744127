import { markerKinds } from './markers/index.ts'
import { truncateForNote } from './rows.ts'

const names = markerKinds.map((kind) => kind.name)

/** What to tell whoever wrote a name that no marker has. */
export function describeUnknownMarker(name: string): string {
  const known = `Known are ${names.join(', ')}`
  if (name === '') return `This marker has no name. ${known}`
  const closest = findClosestName(name.toLowerCase())
  return `There is no marker “${truncateForNote(name)}”${closest ? `: did you mean ${closest}? ` : '. '}${known}`
}

const maxDistance = 2

function findClosestName(name: string): string | undefined {
  let closest: string | undefined
  let least = maxDistance + 1
  for (const candidate of names) {
    if (Math.abs(candidate.length - name.length) > maxDistance) continue
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
