import { Anchor, Button, Code, CopyButton, Group, SegmentedControl, Stack, Switch, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { words } from '#words/channels.ts'
import type { Binding } from '../data.ts'
import { embedCode, gatewayOf, type Look } from './gateway.ts'
import { Section } from './Section.tsx'

const { embed: w } = words
const positions = (['right', 'left', 'page'] as const).map((value) => ({ value, label: w.positions[value] }))

/** The line to copy into a page, and a page of its own to try it on. */
export function Embed({ binding }: { binding: Binding }) {
  const url = gatewayOf(binding)
  const [look, setLook] = useState<Look>({ position: 'right', open: false })
  const code = embedCode(url, binding.id, look)
  return (
    <Section title={w.title} text={w.text}>
      <Group>
        <SegmentedControl
          aria-label={w.position}
          data={positions}
          value={look.position}
          onChange={(position) => setLook({ ...look, position: position as Look['position'] })}
        />
        <Switch
          label={w.open}
          checked={look.open}
          onChange={(event) => setLook({ ...look, open: event.currentTarget.checked })}
        />
      </Group>
      <Code block tabIndex={0} role="group" aria-label={w.code} style={{ whiteSpace: 'pre-wrap' }}>
        {code}
      </Code>
      <Group>
        <CopyButton value={code}>
          {({ copied, copy }) => (
            <Button
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              onClick={copy}
            >
              {copied ? w.copied : w.copy}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          component="a"
          href={`${url}/chat/${binding.id}`}
          target="_blank"
          rel="noreferrer"
          rightSection={<IconExternalLink size={16} aria-hidden />}
        >
          {w.try}
        </Button>
      </Group>
      <Stack gap={2}>
        {binding.status !== 'Active' && <Text size="sm">{w.closed}</Text>}
        <Anchor href="/docs/webchat" target="_blank" size="sm">
          {w.guide}
        </Anchor>
      </Stack>
    </Section>
  )
}
