import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  asksForCallback,
  asksForHuman,
  detectSchedulingRequest,
  isNo,
  isYes,
  type SchedulingRequest,
} from './requests.ts'

const scheduling: [text: string, request: SchedulingRequest | undefined][] = [
  ['i would like to book an appointment', 'book'],
  ["i'd like to make an appointment for tuesday", 'book'],
  ['can i book a test drive?', 'book'],
  ['book me in for a cleaning appointment', 'book'],
  ['i need an appointment', 'book'],
  ['can i get an appointment this week', 'book'],
  ['could you schedule a call with an expert', 'book'],
  ['can i come in on tuesday?', 'book'],
  ['do you have any free slots on friday', 'book'],
  ['what times are available tomorrow?', 'book'],
  ['appointment please', 'book'],
  ['book', 'book'],
  ['please book', 'book'],
  ["let's set up a meeting", 'book'],

  ['cancel my appointment', 'cancel'],
  ['please cancel it', 'cancel'],
  ['i have to cancel the booking', 'cancel'],
  ['can you move my appointment to friday', 'move'],
  ['i need to reschedule my visit, it is an appointment', 'move'],
  ['reschedule please', 'move'],
  ["i can't make it tomorrow", 'move'],
  ['when is my appointment?', 'tell'],
  ['what time is my booking', 'tell'],
  ['what is my next appointment?', 'tell'],
  ["what's my next appointment", 'tell'],
  ['do i have an appointment?', 'tell'],
  ['do i have any appointments on friday?', 'tell'],
  ['my next appointment?', 'tell'],
  ['what is my appointment going to cost?', undefined],
  ['do i have to make an appointment?', undefined],

  ['do i need an appointment?', undefined],
  ['how much does an appointment cost?', undefined],
  ['what is your cancellation policy?', undefined],
  ['cancel my subscription', undefined],
  ['i want to buy a book', undefined],
  ['i have an appointment tomorrow, is there parking', undefined],
  ["i don't want to book anything", undefined],
  ['when are you open?', undefined],
  ['please do not cancel my appointment', undefined],
  ['change the colour of the rope', undefined],
  ['until how late can i come by', undefined],
  ['', undefined],
]
for (const [text, request] of scheduling) {
  test(`“${text}” requests ${request ?? 'nothing'} from the calendar`, () =>
    assert.equal(detectSchedulingRequest(text, true), request))
}

test('“it” means an appointment only if there is one', () => {
  assert.equal(detectSchedulingRequest('cancel it', false), undefined)
  assert.equal(detectSchedulingRequest('cancel my appointment', false), 'cancel')
})

for (const text of ['ok wait', 'yes but not now', 'sure, but later', 'please wait a moment', 'i would like some help'])
  test(`“${text}” is neither a yes nor a no`, () => assert.deepEqual([isYes(text), isNo(text)], [false, false]))
for (const text of ['yes please', 'ok', 'sure, go ahead', "that's fine, thanks"])
  test(`“${text}” is a yes`, () => assert.deepEqual([isYes(text), isNo(text)], [true, false]))
for (const text of ['no thanks', 'nope', 'never mind', "i'm good, thank you", 'not now'])
  test(`“${text}” is a no`, () => assert.deepEqual([isYes(text), isNo(text)], [false, true]))

const humans: [text: string, asks: boolean][] = [
  ['can i talk to a human', true],
  ['i want to speak with a real person', true],
  ['human please', true],
  ['agent', true],
  ['put me through to a representative', true],
  ['get me a manager', true],
  ['i need a person', true],
  ['are you a real person?', false],
  ['i am looking for a cleaning agent', false],
  ["i don't want to talk to a human", false],
  ['how much for one person', false],
]
for (const [text, asks] of humans) {
  test(`“${text}” ${asks ? 'asks' : 'does not ask'} for a human`, () => assert.equal(asksForHuman(text), asks))
}

const callbacks: [text: string, asks: boolean][] = [
  ['please call me back', true],
  ['can someone call me?', true],
  ['give me a ring at 555 123 4567', true],
  ['get back to me please', true],
  ["don't call me", false],
  ['can i call you', false],
  ['write me a poem about love', false],
]
for (const [text, asks] of callbacks) {
  test(`“${text}” ${asks ? 'asks' : 'does not ask'} to hear from the team`, () =>
    assert.equal(asksForCallback(text), asks))
}
