import { json } from '@codemirror/lang-json'
import { yaml } from '@codemirror/lang-yaml'
import type { ComponentProps } from 'react'
import { CodeEditor } from '../../../parts/code/CodeEditor.tsx'

const languages = { json: json(), yaml: yaml() }

type Given = Omit<ComponentProps<typeof CodeEditor>, 'extensions' | 'numbers'> & { format: keyof typeof languages }

export default function DocumentText({ format, ...given }: Given) {
  return <CodeEditor {...given} extensions={languages[format]} numbers minHeight="16rem" />
}
