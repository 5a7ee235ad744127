import { Code } from '@mantine/core'

/** Shows a raw value; strings are shown as they are. */
export function JsonBlock({ value, label, height = 320 }: { value: unknown; label: string; height?: number }) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
  return (
    <Code block tabIndex={0} aria-label={label} mah={height} style={{ overflow: 'auto', whiteSpace: 'pre-wrap' }}>
      {text}
    </Code>
  )
}
