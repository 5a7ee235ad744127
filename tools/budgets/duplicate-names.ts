import { isTest } from '../source/files.ts'
import type { SourceToken } from '../source/tokens.ts'
import type { BudgetFinding, CodeFile } from './code-budgets.ts'

/** An exported name has one meaning: it is defined in one file, outside the families and exceptions below. */

/** Files that share a shape on purpose: each member exports the same names, and a list imports them all. */
const families: readonly { files: RegExp; names: readonly string[] }[] = [
  // The parts of an `Adapter`, the same for every provider.
  { files: /^server\/src\/domains\/channels\/adapters\//, names: ['parse', 'send', 'signal', 'verify'] },
  // The texts of one part of the console.
  {
    files: /^console\/src\/i18n\//,
    names: [
      'strings',
      'translations',
      'formatNumber',
      'formatCount',
      'channelNames',
      'roleNames',
      'suiteNames',
      'language',
    ],
  },
  // The fuzz targets of one kind of input.
  { files: /^fuzz\/guided\/targets\//, names: ['targets'] },
  { files: /^console\/src\/.*\.tsx$/, names: ['Props'] },
]

/** Names with several definitions outside families, each with its reason. Keep this list short. */
export const allowedDuplicates: Readonly<Record<string, string>> = {}

const definingKeywords = new Set(['function', 'const', 'let', 'type', 'class', 'interface', 'enum'])
type ExportedName = { name: string; file: string; line: number }

export function findDuplicateNames(files: readonly CodeFile[]): BudgetFinding[] {
  const byName = Map.groupBy(files.flatMap(listExportedNames), ({ name }) => name)
  return [...byName.values()].flatMap((definitions) => {
    const [first, ...otherDefinitions] = [
      ...new Map(definitions.map((definition) => [definition.file, definition])).values(),
    ]
    if (!first || otherDefinitions.length === 0 || Object.hasOwn(allowedDuplicates, first.name)) return []
    const message = `exports ${first.name}, which ${otherDefinitions.map(({ file }) => file).join(', ')} also exports; give each its own name`
    return [{ file: first.file, line: first.line, message }]
  })
}

/** The names that a file defines and exports, without those of its family. */
function listExportedNames({ file, code }: CodeFile): ExportedName[] {
  if (isTest(file) || file.endsWith('.generated.ts')) return []
  return code.flatMap((token, at) => {
    const name = token.text === 'export' && token.kind === 'word' ? definedName(code, at) : undefined
    if (name === undefined || isFamilyMember(file, name)) return []
    return [{ name, file, line: token.line }]
  })
}

function definedName(code: SourceToken[], at: number): string | undefined {
  const modifiers = ['async', 'abstract', 'declare'].includes(code[at + 1]?.text ?? '') ? 1 : 0
  const [definer, name] = code.slice(at + 1 + modifiers, at + 3 + modifiers)
  if (!definer || !definingKeywords.has(definer.text) || name?.kind !== 'word') return undefined
  return isSchemaAlias(code.slice(at + 1, at + 8), name.text) ? undefined : name.text
}

/** `export type X = Schema<'X'>` is the API's own X under its own name. */
function isSchemaAlias(statement: SourceToken[], name: string): boolean {
  return statement.map(({ text }) => text).join(' ') === `type ${name} = Schema < '${name}' >`
}

function isFamilyMember(file: string, name: string): boolean {
  return families.some(({ files, names }) => files.test(file) && names.includes(name))
}
