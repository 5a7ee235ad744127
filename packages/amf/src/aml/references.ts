import { startCompilation } from './compilation.ts'

export type AmlReference = {
  kind: 'template' | 'thing' | 'collection' | 'image'
  id: string
  line: number
  column: number
}

/** Lists every reference to the agent's own content in a text, in order, whether or not it exists. */
export function listAmlReferences(aml: string): AmlReference[] {
  const references: AmlReference[] = []
  const ignore = () => {}
  const sink = {
    part: ignore,
    chips: ignore,
    note: ignore,
    refer: (reference: AmlReference) => references.push(reference),
  }
  const assembly = startCompilation({}, sink)
  assembly.push(aml)
  assembly.end()
  return references
}
