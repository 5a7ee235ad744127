import { markdown } from '@codemirror/lang-markdown'
import type { ComponentProps } from 'react'
import { CodeEditor } from '../../../components/code/CodeEditor.tsx'

const language = markdown()

export default function MarkdownEditor(given: Omit<ComponentProps<typeof CodeEditor>, 'extensions'>) {
  return <CodeEditor {...given} extensions={language} />
}
