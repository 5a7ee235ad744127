import { yaml } from '@codemirror/lang-yaml'
import { strings } from '#i18n/test-runs.ts'
import { CodeEditor } from '../../../components/code/CodeEditor.tsx'
import { formatDraft, toCaseDraft } from '../case/case-draft.ts'
import type { TestResult } from '../shared/test-data.ts'

const extensions = yaml()

export function PlayedCaseText({ result }: { result: TestResult }) {
  const text = formatDraft(toCaseDraft(result.caseSnapshot))
  return <CodeEditor label={strings.result.asPlayed} value={text} extensions={extensions} readOnly numbers />
}
