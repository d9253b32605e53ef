import { blocksEn } from './blocks.ts';
import { formEn } from './form.ts';
import { panelsEn } from './panels.ts';
import type { Words } from './words.ts';

/** The page in English. */
export const en: Words = {
  language: 'en',
  shell: {
    title: (channel, team) => `${channel} · ${team} · SMS Desk`,
    skipToComposer: 'Skip to the message box',
    loading: 'Opening the workspace…',
    lost: {
      title: 'The playground has stopped.',
      advice: (command) =>
        `Start it again with ${command}. This page comes back by itself, and what you are typing stays.`,
    },
    failures: {
      unreachable: 'Not sent: the playground cannot be reached. Your text is back in the box.',
      impossible: (detail) => `Not sent: ${detail} Your text is back in the box.`,
    },
    sidebar: {
      label: 'Workspace',
      open: 'Open channels and people',
      close: 'Close channels and people',
      channels: 'Channels',
      directMessages: 'Direct messages',
      botMissing: 'SMS Desk is not in this channel',
      archived: 'Archived',
      unread: (count) => (count === 1 ? '1 new message' : `${count} new messages`),
      you: 'You are',
      person: 'Who you are',
      language: 'Language in Slack',
      theme: 'Theme',
      themes: { light: 'Light', dark: 'Dark', system: 'System' },
      simulated: 'A workspace on this machine. Nothing leaves it.',
    },
    channel: {
      messages: (channel) => `Messages in ${channel}`,
      today: 'Today',
      yesterday: 'Yesterday',
      toNewest: 'Newest messages',
      happenings: 'What happened',
      controls: 'Controls',
      closePane: 'Close',
    },
    message: {
      app: 'APP',
      onlyYou: 'Only visible to you',
      edited: '(edited)',
      slackbot: 'Slackbot',
      replyInThread: 'Reply in thread',
      replies: (count) => (count === 1 ? '1 reply' : `${count} replies`),
      lastReply: (when) => `Last reply ${when}`,
      alsoInThread: 'replied to a thread',
      files: 'Files',
      download: (name) => `Download ${name}`,
      preview: (name) => `First rows of ${name}`,
      moreRows: 'The file goes on: download it to see the rest.',
    },
    composer: {
      label: (channel) => `Message to ${channel}`,
      placeholder: (channel) => `Message ${channel} or type /`,
      replyLabel: 'Reply in the thread',
      send: 'Send',
      sending: 'Sending…',
      commands: 'Commands',
      keys: 'Enter sends · Shift + Enter starts a new line · ↑ brings back the last one',
      suggestions: 'Try',
      suggestionsTitle: 'Things to try',
    },
    thread: {
      title: 'Thread',
      close: 'Close the thread',
    },
    welcome: {
      title: (channel) => `This is the beginning of ${channel}`,
      titleDm: 'This is between you and SMS Desk',
      intro: 'Ask what happened to a number’s messages. Each of these is sent as you would type it:',
      introWithoutBot: 'SMS Desk is not in this channel. Try what it says here all the same:',
    },
  },
  panels: panelsEn,
  form: formEn,
  blocks: blocksEn,
};
