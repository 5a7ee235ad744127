import { Badge, Group } from '@mantine/core'
import { strings } from '#i18n/playbooks.ts'
import { usePlaybookReferences } from './playbook-data.ts'

const named: Record<string, string> = {
  scheduling: strings.needs.scheduling,
  people: strings.needs.people,
  notify: strings.needs.notify,
  knowledge: strings.needs.knowledge,
}

export function CapabilityChips({ uses }: { uses: readonly string[] }) {
  const { around } = usePlaybookReferences()
  const nameOf = (use: string) => {
    const id = use.replace(/^integration:/, '')
    return named[use] ?? around.integrations.find((one) => one.id === id)?.name ?? id
  }
  return (
    <Group gap={4}>
      {uses.map((use) => (
        <Badge key={use} size="sm" variant="default" tt="none" fw={500}>
          {nameOf(use)}
        </Badge>
      ))}
    </Group>
  )
}
