import { Button, Select, SimpleGrid, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { personStatuses } from '@parley/definition/vocabulary'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/people.ts'
import { useAgent } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { notify } from '../../../components/notify.tsx'
import { displayNameOf, type Person } from '../people-fields.ts'

type Props = { opened: boolean; onClose: () => void; onMade: (person: Person) => void }

export function NewPersonModal({ opened, onClose, onMade }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={strings.create.title} size="lg">
      <NewPerson onClose={onClose} onMade={onMade} />
    </Dialog>
  )
}

const texts = ['fullName', 'phone', 'email', 'company', 'title', 'source'] as const
const statusOptions = personStatuses.map((value) => ({ value, label: strings.statuses[value] }))
const initialValues = {
  ...{ fullName: '', phone: '', email: '', company: '', title: '', source: '' },
  status: 'new' as Person['status'],
  tags: [] as string[],
}

function NewPerson({ onClose, onMade }: Omit<Props, 'opened'>) {
  const agent = useAgent()
  const queries = useQueryClient()
  const form = useForm({ initialValues })
  const making = useMutation({
    mutationFn: (body: typeof initialValues) => agent.api.post('/people', { body }),
    onSuccess: (person) => {
      void queries.invalidateQueries({ queryKey: agent.key('people') })
      notify.success(strings.create.done(displayNameOf(person)))
      onMade(person)
    },
    onError: (error) => error instanceof Invalid && form.setErrors(groupErrorsByPath(error.errors)),
  })
  return (
    <form onSubmit={form.onSubmit((values) => making.mutate(values))}>
      <Stack>
        <Text size="sm" className="quiet">
          {strings.create.hint}
        </Text>
        {making.error && <RefusalSummary error={making.error} />}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {texts.map((name) => (
            <TextInput
              key={name}
              label={strings.fields[name]}
              type={name === 'email' ? 'email' : undefined}
              data-autofocus={name === 'fullName' || undefined}
              {...form.getInputProps(name)}
            />
          ))}
          <Select
            label={strings.fields.status}
            data={statusOptions}
            allowDeselect={false}
            {...form.getInputProps('status')}
          />
          <TagsInput label={strings.fields.tags} maxTags={100} {...form.getInputProps('tags')} />
        </SimpleGrid>
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" loading={making.isPending}>
            {strings.create.submit}
          </Button>
        </FormActions>
      </Stack>
    </form>
  )
}
