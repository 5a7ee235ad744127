import { Accordion, Group, SimpleGrid } from '@mantine/core'
import { words } from '#words/tests.ts'
import { CompileButton } from './CompileButton.tsx'
import { at } from './draft.ts'
import { useEditing } from './editing.ts'
import { ListField, LongField, NumberField, TextField, Whole } from './Fields.tsx'
import { Section } from './Section.tsx'

const { case: said } = words

export function AboutPart({ suiteId }: { suiteId: string }) {
  const { draft } = useEditing()
  const briefed = at(draft, ['brief']) !== undefined
  return (
    <Section title={said.about}>
      <TextField path={['title']} label={said.title} required stays />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextField path={['key']} label={said.key} description={said.keyHint} />
        <ListField path={['tags']} label={said.tags} most={20} />
        <NumberField path={['samples']} label={said.samples} description={said.samplesHint} min={1} max={5} />
      </SimpleGrid>
      <LongField path={['notes']} label={said.notes} rows={1} />
      <Accordion variant="contained" defaultValue={briefed ? 'brief' : null}>
        <Accordion.Item value="brief">
          <Accordion.Control>{said.brief}</Accordion.Control>
          <Accordion.Panel>
            <Group align="stretch" grow preventGrowOverflow={false}>
              <LongField path={['brief', 'scenario']} label={said.briefScenario} description={said.briefHint} />
              <LongField path={['brief', 'expected']} label={said.briefExpected} />
            </Group>
            <Whole path={['brief']} />
            <CompileButton suiteId={suiteId} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Section>
  )
}
