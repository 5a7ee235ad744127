import {
  Button,
  Fieldset,
  Group,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { strings } from '#i18n/proof.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { testPaths } from '../shared/test-paths.ts'
import { blankPerson, blankSimulation, type SimulationForm, toSimulationBody } from './simulation-form.ts'

const { startSimulation: texts } = strings
const maxPeople = 20

type Props = { initial?: SimulationForm; onClose: () => void }
type Form = UseFormReturnType<SimulationForm>

/** Chooses who writes and how often, starts the simulation and opens it. */
export function StartSimulation({ initial = blankSimulation, onClose }: Props) {
  const form = useForm<SimulationForm>({ initialValues: initial })
  const starting = useStart((errors) => form.setErrors(errors))
  const { who } = form.getValues()
  return (
    <Dialog onClose={onClose} title={texts.title} size="lg">
      <form onSubmit={form.onSubmit((wish) => starting.mutate(wish))}>
        <Stack>
          {starting.error && <RefusalSummary error={starting.error} />}
          <SegmentedControl
            aria-label={texts.who}
            data={[
              { value: 'suite', label: texts.suite },
              { value: 'own', label: texts.own },
            ]}
            {...form.getInputProps('who')}
          />
          {who === 'suite' ? (
            <Text size="sm" className="quiet">
              {texts.suiteText}
            </Text>
          ) : (
            <People form={form} />
          )}
          <Group grow align="flex-start" preventGrowOverflow={false}>
            <NumberInput label={texts.count} min={1} max={500} required {...form.getInputProps('count')} />
            <NumberInput label={texts.maxTurns} min={1} max={40} {...form.getInputProps('maxTurns')} />
          </Group>
          <NumberInput label={texts.seed} description={texts.seedHint} min={0} {...form.getInputProps('seed')} />
          <DraftChoice form={form} />
          <FormActions>
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={starting.isPending}>
              {texts.ok}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}

function People({ form }: { form: Form }) {
  const { people } = form.getValues()
  return (
    <Stack gap="xs">
      {people.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: only their position identifies people
        <Fieldset key={at} legend={texts.person(at + 1)} p="xs">
          <Stack gap="xs">
            <TextInput
              label={texts.goal}
              description={at === 0 ? texts.goalHint : undefined}
              required
              maxLength={500}
              {...form.getInputProps(`people.${at}.goal`)}
            />
            <Select
              label={texts.manner}
              data={Object.entries(texts.manners).map(([value, label]) => ({ value, label }))}
              allowDeselect={false}
              {...form.getInputProps(`people.${at}.manner`)}
            />
            <Textarea
              label={texts.facts}
              description={texts.factsHint}
              autosize
              minRows={2}
              {...form.getInputProps(`people.${at}.facts`)}
            />
            {people.length > 1 && (
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => form.removeListItem('people', at)}
                style={{ alignSelf: 'flex-start' }}
              >
                {texts.removePerson(at + 1)}
              </Button>
            )}
          </Stack>
        </Fieldset>
      ))}
      {people.length < maxPeople && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => form.insertListItem('people', { ...blankPerson })}
          style={{ alignSelf: 'flex-start' }}
        >
          {texts.addPerson}
        </Button>
      )}
    </Stack>
  )
}

/** Live, or a draft that has not been published. */
function DraftChoice({ form }: { form: Form }) {
  const agent = useAgent()
  const { data = [] } = useQuery({
    queryKey: agent.key('drafts', 'open'),
    queryFn: async ({ signal }) => (await agent.api.get('/drafts', { signal })).data,
  })
  if (data.length === 0) return null
  return (
    <Select
      label={texts.answers}
      data={[{ value: '', label: texts.live }, ...data.map(({ id, name }) => ({ value: id, label: name }))]}
      allowDeselect={false}
      {...form.getInputProps('draftId')}
    />
  )
}

/** Refusals name `profiles[0].goal`; the form calls it `people.0.goal`. */
function useStart(setErrors: (errors: Record<string, string>) => void) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const ids = useRouteIds()
  return useMutation({
    mutationFn: (wish: SimulationForm) => agent.api.post('/simulations', { body: toSimulationBody(wish) }),
    onSuccess: (simulation) => {
      queries.setQueryData(agent.key('simulations', simulation.id), simulation)
      void queries.invalidateQueries({ queryKey: agent.key('simulations'), exact: true })
      void navigate({ to: testPaths.simulation, params: { ...ids, simulationId: simulation.id } })
    },
    onError: (error) => {
      if (!(error instanceof Invalid)) return
      const byPath = Object.entries(groupErrorsByPath(error.errors))
      setErrors(Object.fromEntries(byPath.map(([path, message]) => [path.replace(/^profiles/, 'people'), message])))
    },
  })
}
