import { yaml } from '@codemirror/lang-yaml'
import { useEffect, useRef, useState } from 'react'
import { strings } from '#i18n/tests.ts'
import { CodeEditor } from '../../../components/code/CodeEditor.tsx'
import { type CaseDraft, formatDraft, parseDraft, toCaseDraft } from './case-draft.ts'
import type { CaseEditor } from './useCaseEditor.ts'

const { case: texts } = strings
const extensions = yaml()
const written = (document: CaseDraft): string => formatDraft(toCaseDraft(document))

/** The case as text. Text that does not parse stays here and is not saved. */
export function CaseTextPart({ editor }: { editor: CaseEditor }) {
  const { form, readOnly } = editor
  const { document, broken } = form.getValues()
  const [text, setText] = useState(() => broken ?? written(document))
  const [problem, setProblem] = useState<string>()
  // The form returns copies, so the content is compared.
  const current = written(document)
  const known = useRef(current)
  // Shows changes from elsewhere (a discard, another user's save) and preserves what the user types here.
  useEffect(() => {
    const dropped = broken === undefined && problem !== undefined
    if (current === known.current && !dropped) return
    known.current = current
    setText(current)
    setProblem(undefined)
  }, [current, broken, problem])
  const change = (next: string) => {
    setText(next)
    const read = parseDraft(next)
    if ('draft' in read) {
      known.current = written(read.draft)
      form.setFieldValue('document', read.draft)
      form.setFieldValue('broken', undefined)
      setProblem(undefined)
    } else {
      form.setFieldValue('broken', next)
      setProblem(read.message)
    }
  }
  return (
    <CodeEditor
      label={texts.text}
      description={texts.textHint}
      value={text}
      onChange={change}
      extensions={extensions}
      readOnly={readOnly}
      error={
        problem === undefined && broken === undefined ? undefined : `${texts.broken}${problem ? `: ${problem}` : ''}`
      }
      minHeight="24rem"
      maxHeight="70vh"
      numbers
    />
  )
}
