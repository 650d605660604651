// The current user, for all pages.
import * as api from "./api";
import { words } from "./client";
import type { Me } from "./types";

class Session {
  me = $state.raw<Me | undefined>(undefined);
  /** Whether the floor has said who the user is, or that nobody is logged in. */
  known = $state(false);
  /** Why the user could not enter as a guest, if that failed. */
  barred = $state("");
  /** Whether a login has expired: the user is asked to log in again as the same person, and is not made a guest. */
  ended = $state(false);
  private sitting = "";

  async refresh(): Promise<void> {
    try {
      const me = await api.me();
      this.ended = me === undefined && (this.ended || this.me !== undefined);
      this.me = me;
      this.known = true;
    } catch (error) {
      // Nobody is logged out because the network is bad.
      this.known = true;
      throw error;
    }
  }

  /** Joins a table, as a guest if nobody is logged in. Staff only watch. */
  async sit(table: string): Promise<void> {
    if (this.sitting === table) return;
    this.sitting = table;
    try {
      this.me ??= await api.beGuest();
      if (this.me.role === "player") await api.join(table);
      this.barred = "";
    } catch (error) {
      this.barred = words(error);
    } finally {
      this.sitting = "";
    }
  }

  async leave(): Promise<void> {
    await api.logOut();
    this.me = undefined;
  }
}

export const session = new Session();
