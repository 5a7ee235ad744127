import { Badge, Group } from '@mantine/core'
import { words } from '#words/playbooks.ts'
import { useSurroundings } from './data.ts'

const named: Record<string, string> = {
  scheduling: words.needs.scheduling,
  people: words.needs.people,
  notify: words.needs.notify,
  knowledge: words.needs.knowledge,
}

/** The capabilities that a playbook acts through. */
export function NeedChips({ uses }: { uses: readonly string[] }) {
  const { around } = useSurroundings()
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
