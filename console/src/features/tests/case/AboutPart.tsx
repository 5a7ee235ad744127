import { Accordion, Group, SimpleGrid } from '@mantine/core'
import { strings } from '#i18n/tests.ts'
import { ListField, LongField, NumberField, OwnFindings, TextField } from './CaseFields.tsx'
import { CaseSection } from './CaseSection.tsx'
import { CompileButton } from './CompileButton.tsx'
import { valueAtPath } from './case-draft.ts'
import { useCaseEditing } from './case-editing.ts'

const { case: aboutPartTexts } = strings

export function AboutPart({ suiteId }: { suiteId: string }) {
  const { draft } = useCaseEditing()
  const briefed = valueAtPath(draft, ['brief']) !== undefined
  return (
    <CaseSection title={aboutPartTexts.about}>
      <TextField path={['title']} label={aboutPartTexts.title} required stays />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextField path={['key']} label={aboutPartTexts.key} description={aboutPartTexts.keyHint} />
        <ListField path={['tags']} label={aboutPartTexts.tags} most={20} />
        <NumberField
          path={['samples']}
          label={aboutPartTexts.samples}
          description={aboutPartTexts.samplesHint}
          min={1}
          max={5}
        />
      </SimpleGrid>
      <LongField path={['notes']} label={aboutPartTexts.notes} rows={1} />
      <Accordion variant="contained" defaultValue={briefed ? 'brief' : null}>
        <Accordion.Item value="brief">
          <Accordion.Control>{aboutPartTexts.brief}</Accordion.Control>
          <Accordion.Panel>
            <Group align="stretch" grow preventGrowOverflow={false}>
              <LongField
                path={['brief', 'scenario']}
                label={aboutPartTexts.briefScenario}
                description={aboutPartTexts.briefHint}
              />
              <LongField path={['brief', 'expected']} label={aboutPartTexts.briefExpected} />
            </Group>
            <OwnFindings path={['brief']} />
            <CompileButton suiteId={suiteId} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </CaseSection>
  )
}
