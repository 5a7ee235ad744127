import { json } from '@codemirror/lang-json'
import { yaml } from '@codemirror/lang-yaml'
import type { ComponentProps } from 'react'
import { CodeEditor } from '../../../components/code/CodeEditor.tsx'

const languages = { json: json(), yaml: yaml() }

type Props = Omit<ComponentProps<typeof CodeEditor>, 'extensions' | 'numbers'> & { format: keyof typeof languages }

export default function DocumentViewer({ format, ...props }: Props) {
  return <CodeEditor {...props} extensions={languages[format]} numbers minHeight="16rem" />
}
