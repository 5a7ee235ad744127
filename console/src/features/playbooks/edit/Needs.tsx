import { Checkbox, SimpleGrid } from '@mantine/core'
import { strings } from '#i18n/playbooks.ts'
import { usePlaybookReferences } from '../playbook-data.ts'
import type { OpenPlaybook } from './usePlaybook.ts'

const { edit, needs } = strings

const builtIn = [
  { value: 'scheduling', label: needs.scheduling, description: needs.schedulingText },
  { value: 'people', label: needs.people, description: needs.peopleText },
  { value: 'notify', label: needs.notify, description: needs.notifyText },
]

/** Capabilities that the playbook uses: the built-in ones and the agent's own integrations. */
export function CapabilityFields({ open: { editor } }: { open: OpenPlaybook }) {
  const { form } = editor
  const { around } = usePlaybookReferences()
  const integrations = around.integrations.map(({ id, name }) => ({
    value: `integration:${id}`,
    label: name,
    description: needs.integrationText,
  }))
  const offered = [...builtIn, ...integrations]
  const lost = form.values.uses.filter((use) => use !== 'knowledge' && !offered.some(({ value }) => value === use))
  const choices = [...offered, ...lost.map((use) => ({ value: use, label: use, description: undefined }))]
  return (
    <Checkbox.Group label={edit.needs} description={edit.needsHint} {...form.getInputProps('uses')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="xs" spacing="xs">
        {choices.map((choice) => (
          <Checkbox key={choice.value} {...choice} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}
