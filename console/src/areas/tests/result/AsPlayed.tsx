import { yaml } from '@codemirror/lang-yaml'
import { words } from '#words/tests.ts'
import { CodeEditor } from '../../../parts/code/CodeEditor.tsx'
import { draftOf, textOf } from '../case/draft.ts'
import type { Result } from '../shared/reads.ts'

const extensions = yaml()

export function AsPlayed({ result }: { result: Result }) {
  const text = textOf(draftOf(result.caseSnapshot))
  return <CodeEditor label={words.result.asPlayed} value={text} extensions={extensions} readOnly numbers />
}
