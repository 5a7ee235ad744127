import { markdown } from '@codemirror/lang-markdown'
import type { ComponentProps } from 'react'
import { CodeEditor } from '../../../components/code/CodeEditor.tsx'

const language = markdown()

export default function MarkdownEditor(props: Omit<ComponentProps<typeof CodeEditor>, 'extensions'>) {
  return <CodeEditor {...props} extensions={language} />
}
