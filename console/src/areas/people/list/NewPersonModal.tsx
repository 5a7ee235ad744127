import { Button, Group, Select, SimpleGrid, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { words } from '#words/people.ts'
import { useAgent } from '../../../app/org.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Refusal } from '../../../parts/editor/EditorFrame.tsx'
import { errorsByPath } from '../../../parts/editor/field-path.ts'
import { tell } from '../../../parts/tell.tsx'
import { nameOf, type Person } from '../names.ts'
import { personStatuses } from '../search.ts'

type Given = { opened: boolean; onClose: () => void; onMade: (person: Person) => void }

export function NewPersonModal({ opened, onClose, onMade }: Given) {
  return (
    <Dialog opened={opened} onClose={onClose} title={words.create.title} size="lg">
      <NewPerson onClose={onClose} onMade={onMade} />
    </Dialog>
  )
}

const texts = ['fullName', 'phone', 'email', 'company', 'title', 'source'] as const
const statusOptions = personStatuses.map((value) => ({ value, label: words.statuses[value] }))
const initialValues = {
  ...{ fullName: '', phone: '', email: '', company: '', title: '', source: '' },
  status: 'new' as Person['status'],
  tags: [] as string[],
}

function NewPerson({ onClose, onMade }: Omit<Given, 'opened'>) {
  const agent = useAgent()
  const queries = useQueryClient()
  const form = useForm({ initialValues })
  const making = useMutation({
    mutationFn: (body: typeof initialValues) => agent.api.post('/people', { body }),
    onSuccess: (person) => {
      void queries.invalidateQueries({ queryKey: agent.key('people') })
      tell.done(words.create.done(nameOf(person)))
      onMade(person)
    },
    onError: (error) => error instanceof Invalid && form.setErrors(errorsByPath(error.errors)),
  })
  return (
    <form onSubmit={form.onSubmit((given) => making.mutate(given))}>
      <Stack>
        <Text size="sm" className="quiet">
          {words.create.hint}
        </Text>
        {making.error && <Refusal error={making.error} />}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {texts.map((name) => (
            <TextInput
              key={name}
              label={words.fields[name]}
              type={name === 'email' ? 'email' : undefined}
              data-autofocus={name === 'fullName' || undefined}
              {...form.getInputProps(name)}
            />
          ))}
          <Select
            label={words.fields.status}
            data={statusOptions}
            allowDeselect={false}
            {...form.getInputProps('status')}
          />
          <TagsInput label={words.fields.tags} maxTags={100} {...form.getInputProps('tags')} />
        </SimpleGrid>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={making.isPending}>
            {words.create.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
