/** @file The wire: a WebSocket on which a message is a line of the protocol. It connects again when the server is back. */

import { emit } from './dom.js';

/**
 * @typedef {{ok: boolean, text: string, isLost?: boolean}} Reply
 * @typedef {{id: number, onLine?: (line: string) => void, resolve: (reply: Reply) => void}} Request
 */

/** The reply to what was stopped or is lost. @type {Reply} */
export const STOPPED = { ok: false, text: '', isLost: true };

/** Close codes of the server that are told. */
export const CLOSED = { wrongKey: 4001, tooMany: 4002, idle: 4003 };

/** Milliseconds before the first attempt to connect again, and at most. */
const FIRST_DELAY = 300;
const MAX_DELAY = 5000;

export class Link extends EventTarget {
  number = 0;
  /** @type {Request[]} */
  requests = [];
  isOpen = false;
  isClosed = false;
  isStreaming = false;
  delay = FIRST_DELAY;
  /** @type {WebSocket|null} */
  socket = null;

  /** @param {string} key */
  constructor(key) {
    super();
    this.key = key;
    this.connect();
  }

  connect() {
    if (this.isClosed || this.socket) return;
    const socket = new WebSocket(`ws://${location.host}/session`);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(`key ${this.key}`);
      this.isOpen = true;
      this.isStreaming = false;
      emit(this, 'open');
    };
    socket.onmessage = (event) => {
      this.delay = FIRST_DELAY;
      this.receive(String(event.data));
    };
    socket.onclose = (event) => {
      this.socket = null;
      this.isOpen = false;
      for (const request of this.requests.splice(0)) request.resolve(STOPPED);
      emit(this, 'close', event.code);
      // An idle session begins again at the next request; without the right key no attempt helps.
      if (this.isClosed || event.code === CLOSED.wrongKey || event.code === CLOSED.idle) return;
      setTimeout(() => this.connect(), this.delay);
      this.delay = Math.min(this.delay * 2, MAX_DELAY);
    };
  }

  /** Ends the session. */
  close() {
    this.isClosed = true;
    this.socket?.close();
  }

  /**
   * Sends a line and waits for its reply. Lines of a reply that stays open go to `onLine`.
   * @param {string} line
   * @param {(line: string) => void} [onLine]
   * @returns {Promise<Reply>}
   */
  send(line, onLine) {
    if (!this.isOpen || !this.socket) {
      this.connect();
      return Promise.resolve(STOPPED);
    }
    const id = (this.number = (this.number + 1) % 1e9);
    this.socket.send(`${id} ${line}`);
    emit(this, 'line', { kind: 'sent', text: line });
    return new Promise((resolve) => this.requests.push({ id, onLine, resolve }));
  }

  /** Ends the oldest request that runs; it answers with its best result. */
  interrupt() {
    if (this.requests.length && this.isOpen) this.socket?.send('# interrupt');
  }

  /** @param {string} message */
  receive(message) {
    const request = this.requests[0];
    if (!request) return;
    const isLast = message.endsWith('\n\n') || message === '\n';
    if (!this.isStreaming) {
      const [, sign, id, text] = /^([=?])(\d*) ([^]*)$/.exec(message) ?? [];
      if (Number(id) !== request.id) return;
      if (isLast) return this.finish({ ok: sign === '=', text: text.slice(0, -2) });
      this.isStreaming = true;
      message = text.slice(1);
    }
    if (isLast) return this.finish({ ok: true, text: message.slice(0, -2) });
    request.onLine?.(message.slice(0, -1));
  }

  /** @param {Reply} reply */
  finish(reply) {
    this.isStreaming = false;
    // An empty line comes as a space.
    reply.text = reply.text.replace(/^ $/gm, '');
    const request = this.requests.shift();
    emit(this, 'line', { kind: reply.ok ? 'reply' : 'failure', text: reply.text });
    request?.resolve(reply);
  }
}
