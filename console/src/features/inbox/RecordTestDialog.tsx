import { Button, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { strings } from '#i18n/inbox.ts'
import { displaySuiteName, suiteNames } from '#i18n/suite-names.ts'
import { useAgent, useOrg } from '../../app/current-org.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { groupErrorsByPath } from '../../components/editor/field-path.ts'
import { FormActions } from '../../components/FormActions.tsx'
import { notify } from '../../components/notify.tsx'
import { ErrorAlert } from '../../components/PageStates.tsx'

type Props = { conversationId: string; turnId: string | undefined; close: () => void }

export function RecordTestDialog({ conversationId, turnId, close }: Props) {
  const agent = useAgent()
  const org = useOrg()
  const navigate = useNavigate()
  const form = useForm({ initialValues: { title: '', expectation: '', suiteId: null as string | null } })
  const suites = useQuery({
    queryKey: agent.key('suites', 'names'),
    queryFn: ({ signal }) => agent.api.get('/tests/suites', { signal }),
  })
  const made = useMutation({
    mutationFn: () => {
      const { title, expectation, suiteId } = form.getValues()
      const wish = { ...(title && { title }), ...(expectation && { expectation }), ...(suiteId && { suiteId }) }
      const body = { conversationId, ...(turnId !== undefined && { turnId }), ...wish }
      return agent.api.post('/tests/cases/from-conversation', { body })
    },
    onSuccess: ({ id, title, suite }) => {
      notify.success(strings.test.created(title))
      const params = { org: org.id, agent: agent.id, suiteId: suite.id, caseId: id }
      navigate({ to: '/orgs/$org/agents/$agent/tests/suites/$suiteId/cases/$caseId', params })
    },
    onError: (error) => error instanceof Invalid && form.setErrors(groupErrorsByPath(error.errors)),
  })
  const elsewhere = made.error && !(made.error instanceof Invalid && Object.keys(form.errors).length > 0)
  return (
    <Dialog onClose={close} title={strings.test.title}>
      <form onSubmit={form.onSubmit(() => made.mutate())}>
        <Stack>
          <Text size="sm" className="quiet">
            {strings.test.text}
          </Text>
          <TextInput
            label={strings.test.name}
            description={strings.test.nameHint}
            data-autofocus
            {...form.getInputProps('title')}
          />
          <Textarea
            label={strings.test.expectation}
            description={strings.test.expectationHint}
            autosize
            minRows={2}
            {...form.getInputProps('expectation')}
          />
          <Select
            label={strings.test.suite}
            placeholder={suiteNames.recorded}
            clearable
            data={(suites.data?.data ?? []).map(({ id, name }) => ({ value: id, label: displaySuiteName(name) }))}
            {...form.getInputProps('suiteId')}
          />
          {elsewhere && <ErrorAlert error={made.error} />}
          <FormActions>
            <Button variant="default" onClick={close}>
              {strings.test.cancel}
            </Button>
            <Button type="submit" loading={made.isPending}>
              {strings.test.make}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}
